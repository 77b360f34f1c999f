// Verifies receipts, checkpoints and audit packs of Waybill with the code behind Go's checksum database. Reads a case a line
// from stdin, a receipt, two checkpoints with a proof or the folder of a pack, each with a key, and writes true or false.
package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type testCase struct {
	Receipt *struct{ Event, Entry, Proof string }
	Older   string
	Newer   string
	Proof   []string
	Pack    string
	Key     string
}

// openCheckpoint returns what a signed checkpoint says, once one of the keys has been found to have signed it: of an operator
// who has replaced the key there are several, with blanks between.
func openCheckpoint(signed, keys string) (origin string, tree tlog.Tree, err error) {
	verifiers := []note.Verifier{}
	for _, key := range strings.Fields(keys) {
		verifier, err := note.NewVerifier(key)
		if err != nil {
			return origin, tree, err
		}
		if !strings.HasPrefix(key, fmt.Sprintf("%s+%08x+", verifier.Name(), verifier.KeyHash())) {
			return origin, tree, errors.New("a key in another form")
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open([]byte(signed), note.VerifierList(verifiers...))
	if err != nil {
		return
	}
	// Open looks at one signature of each key.
	for _, line := range strings.Split(strings.TrimSuffix(signed[len(opened.Text)+1:], "\n"), "\n") {
		fields := strings.Split(line, " ")
		text := fields[len(fields)-1]
		data, _ := base64.StdEncoding.DecodeString(text)
		if base64.StdEncoding.EncodeToString(data) != text {
			return origin, tree, errors.New("base64 with other bits")
		}
		verifier, err := note.VerifierList(verifiers...).Verifier(fields[1], binary.BigEndian.Uint32(data))
		if err == nil && !verifier.Verify([]byte(opened.Text), data[4:]) {
			return origin, tree, errors.New("a false signature beside a right one")
		}
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[3] != "" || lines[0] != opened.Sigs[0].Name {
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

// A tree that grows: the roots of its complete subtrees, the largest first.
type growing struct {
	size  int64
	peaks []tlog.Hash
}

func (tree *growing) add(leaf tlog.Hash) {
	for before := tree.size; before&1 == 1; before >>= 1 {
		leaf = tlog.NodeHash(tree.peaks[len(tree.peaks)-1], leaf)
		tree.peaks = tree.peaks[:len(tree.peaks)-1]
	}
	tree.peaks = append(tree.peaks, leaf)
	tree.size++
}

// isAt tells whether a file of a pack is a checkpoint of this tree that the key has signed.
func (tree *growing) isAt(path, key string) error {
	signed, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	_, head, err := openCheckpoint(string(signed), key)
	if err != nil {
		return err
	}
	if len(tree.peaks) == 0 || head.N != tree.size {
		return errors.New("a checkpoint of another size")
	}
	root := tree.peaks[len(tree.peaks)-1]
	for at := len(tree.peaks) - 2; at >= 0; at-- {
		root = tlog.NodeHash(tree.peaks[at], root)
	}
	if root != head.Hash {
		return errors.New("a checkpoint of other events")
	}
	return nil
}

type packedEvent struct {
	Position, Previous, Stream, ID, Type, Metadata, Digest string
	Revision                                               int64
	RecordedAt                                             time.Time `json:"recorded_at"`
}

// leafOf returns the leaf of a line, once its digest has been found to be that of its texts.
func leafOf(line []byte) (leaf tlog.Hash, err error) {
	head, data, isEvent := bytes.Cut(line, []byte(",\"data\":"))
	if !isEvent {
		return leaf, errors.New("a line that is no event")
	}
	var event packedEvent
	if err = json.Unmarshal(append(bytes.Clone(head), '}'), &event); err != nil {
		return
	}
	text := fmt.Sprintf("%s\n%d\n", event.Previous, event.Revision)
	for at, each := range []string{event.Stream, event.ID, event.Type, event.Metadata} {
		text += strings.Repeat(" ", min(at, 1)) + strconv.Itoa(len(utf16.Encode([]rune(each))))
	}
	text += "\n" + event.Stream + event.ID + event.Type + event.Metadata + string(data[:len(data)-1])
	digest := sha256.Sum256([]byte(text))
	if event.Digest != base64.RawURLEncoding.EncodeToString(digest[:]) {
		return leaf, errors.New("an event with another digest")
	}
	place := fmt.Sprintf("%s %d %d\n", event.Position, event.Revision, event.RecordedAt.UnixMilli())
	return tlog.RecordHash([]byte(place + event.Digest)), nil
}

// checkPack verifies that the events of a pack are those between its two checkpoints.
func checkPack(folder, key string) error {
	var manifest struct {
		Events struct {
			Before int64    `json:"size_before"`
			Peaks  []string `json:"peaks_before"`
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil {
		return err
	}
	tree := growing{size: manifest.Events.Before}
	if tree.peaks, err = hashes(manifest.Events.Peaks); err != nil || bits.OnesCount64(uint64(tree.size)) != len(tree.peaks) {
		return errors.New("no tree")
	}
	if tree.size > 0 {
		if err = tree.isAt(filepath.Join(folder, "checkpoint_begin.txt"), key); err != nil {
			return err
		}
	}
	file, err := os.Open(filepath.Join(folder, "events.jsonl.gz"))
	if err != nil {
		return err
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(packed)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		leaf, err := leafOf(lines.Bytes())
		if err != nil {
			return err
		}
		tree.add(leaf)
	}
	if lines.Err() != nil {
		return lines.Err()
	}
	return tree.isAt(filepath.Join(folder, "checkpoint_end.txt"), key)
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
		} else if each.Pack != "" {
			err = checkPack(each.Pack, each.Key)
		} else {
			err = checkConsistent(each.Older, each.Newer, each.Proof, each.Key)
		}
		fmt.Fprintln(out, err == nil)
	}
}
