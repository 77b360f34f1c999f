// Verifies receipts and checkpoints of Waybill with the code behind Go's checksum database. Reads a case a line from
// stdin, a receipt or two checkpoints with a proof, each with a key, and writes true or false for each.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type testCase struct {
	Receipt *struct{ Event, Entry, Proof string }
	Older   string
	Newer   string
	Proof   []string
	Key     string
}

// openCheckpoint returns what a signed checkpoint says, once the key has been found to have signed it.
func openCheckpoint(signed, key string) (origin string, tree tlog.Tree, err error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifier))
	if err != nil {
		return
	}
	for _, each := range append(opened.Sigs, opened.UnverifiedSigs...) {
		data, _ := base64.StdEncoding.DecodeString(each.Base64)
		if base64.StdEncoding.EncodeToString(data) != each.Base64 {
			return origin, tree, errors.New("base64 with other bits")
		}
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[3] != "" || lines[0] != verifier.Name() {
		return origin, tree, errors.New("no checkpoint of the key's name")
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return
	}
	if strconv.FormatInt(tree.N, 10) != lines[1] {
		return origin, tree, errors.New("a size in another form")
	}
	tree.Hash, err = tlog.ParseHash(lines[2])
	return lines[0], tree, err
}

func hashes(lines []string) ([]tlog.Hash, error) {
	found := []tlog.Hash{}
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		if hash.String() != line {
			return nil, errors.New("base64 with other bits")
		}
		found = append(found, hash)
	}
	return found, nil
}

func checkReceipt(event, entry, proof, key string) error {
	head, signed, isProof := strings.Cut(proof, "\n\n")
	lines := strings.Split(head, "\n")
	if !isProof || len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return errors.New("no proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil || lines[1] != fmt.Sprintf("index %d", index) {
		return errors.New("no index")
	}
	_, tree, err := openCheckpoint(signed, key)
	if err != nil {
		return err
	}
	digest := sha256.Sum256([]byte(event))
	place, stated, _ := strings.Cut(entry, "\n")
	if len(strings.Split(place, " ")) != 3 || stated != base64.RawURLEncoding.EncodeToString(digest[:]) {
		return errors.New("an event with another digest")
	}
	record, err := hashes(lines[2:])
	if err != nil {
		return err
	}
	return tlog.CheckRecord(record, tree.N, tree.Hash, index, tlog.RecordHash([]byte(entry)))
}

func checkConsistent(older, newer string, proof []string, key string) error {
	oldOrigin, old, err := openCheckpoint(older, key)
	if err != nil {
		return err
	}
	origin, tree, err := openCheckpoint(newer, key)
	if err != nil {
		return err
	}
	if oldOrigin != origin || old.N < 1 || old.N > tree.N {
		return errors.New("checkpoints of different trees")
	}
	steps, err := hashes(proof)
	if err != nil {
		return err
	}
	return tlog.CheckTree(steps, tree.N, tree.Hash, old.N, old.Hash)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		var each testCase
		if err := json.Unmarshal(lines.Bytes(), &each); err != nil {
			fmt.Fprintln(out, false)
			continue
		}
		var err error
		if receipt := each.Receipt; receipt != nil {
			err = checkReceipt(receipt.Event, receipt.Entry, receipt.Proof, each.Key)
		} else {
			err = checkConsistent(each.Older, each.Newer, each.Proof, each.Key)
		}
		fmt.Fprintln(out, err == nil)
	}
}
