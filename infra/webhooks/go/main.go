// Says of each message on a line of its input, tab-separated, whether the package of Go takes it.
package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strings"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.SplitN(lines.Text(), "\t", 5)
		webhook, err := standardwebhooks.NewWebhook(parts[0])
		if err == nil {
			headers := http.Header{}
			headers.Set("webhook-id", parts[1])
			headers.Set("webhook-timestamp", parts[2])
			headers.Set("webhook-signature", parts[3])
			err = webhook.Verify([]byte(parts[4]), headers)
		}
		if err == nil {
			fmt.Println("taken")
		} else {
			fmt.Println("refused")
		}
	}
}
