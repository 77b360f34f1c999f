// Reads with the client that oapi-codegen makes of the description: npm run test:generated-clients.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"waybill.example/clients/admin"
)

func main() {
	if err := read(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Lists the keys, and shows the wallet of the first one.
func read(server, key string) error {
	client, err := admin.NewClientWithResponses(server, admin.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("authorization", "Bearer "+key)
			return nil
		}))
	if err != nil {
		return err
	}
	keys, err := client.ListKeysWithResponse(context.Background(), &admin.ListKeysParams{})
	if err != nil {
		return err
	}
	if keys.JSON200 == nil || len(keys.JSON200.Data) == 0 {
		return fmt.Errorf("no keys: %s", keys.Body)
	}
	first := keys.JSON200.Data[0]
	wallet, err := client.ShowWalletWithResponse(context.Background(), first.WalletId, &admin.ShowWalletParams{})
	if err != nil {
		return err
	}
	if wallet.JSON200 == nil || wallet.JSON200.Id != first.WalletId || wallet.JSON200.AvailableEur == "" {
		return fmt.Errorf("no wallet: %s", wallet.Body)
	}
	return nil
}
