// Receives webhooks with Go 1.19 or newer: SIGNING_SECRET=… ENCRYPTION_KEY=… go run receiver.go
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// #region verify

// openDelivery returns the JSON text of a genuine, current delivery, or the reason why it is not one.
func openDelivery(body []byte, headers http.Header, secrets, keys []string) ([]byte, error) {
	id, sentAt := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	signatures := headers.Get("webhook-signature")
	if id == "" || sentAt == "" || signatures == "" {
		return nil, errors.New("unsigned")
	}
	isSigned := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(id + "." + sentAt + "."))
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, signature := range strings.Split(signatures, " ") {
			isSigned = hmac.Equal([]byte(signature), []byte(expected)) || isSigned
		}
	}
	seconds, err := strconv.ParseUint(sentAt, 10, 62)
	if !isSigned || err != nil {
		return nil, errors.New("wrong-signature")
	}
	if age := time.Now().Unix() - int64(seconds); age > 300 || age < -300 {
		return nil, errors.New("wrong-time")
	}
	iv := headers.Get("x-svc-encryption-iv")
	if iv == "" && len(keys) > 0 {
		return nil, errors.New("not-encrypted")
	}
	if iv == "" {
		return body, nil
	}
	return decrypt(body, iv, keys)
}

// decrypt tries each key. There are several during a rotation.
func decrypt(body []byte, iv string, keys []string) ([]byte, error) {
	for _, key := range keys {
		if text, err := decryptWith(key, iv, string(body)); err == nil {
			return text, nil
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("no-key")
	}
	return nil, errors.New("undecryptable")
}

// decryptWith decrypts AES-256-GCM. The tag is at the end of the body, where Go expects it.
func decryptWith(texts ...string) ([]byte, error) {
	var parts [3][]byte
	for n, text := range texts {
		part, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, err
		}
		parts[n] = part
	}
	key, iv, sealed := parts[0], parts[1], parts[2]
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil || len(iv) != gcm.NonceSize() {
		return nil, errors.New("undecryptable")
	}
	return gcm.Open(nil, iv, sealed, nil)
}

// hasBodySignature checks the older signature of the body alone: it proves the sender, but not that the delivery is new.
func hasBodySignature(body []byte, headers http.Header, secrets []string) bool {
	for _, secret := range secrets {
		mac := hmac.New(sha512.New, []byte(secret))
		mac.Write(body)
		expected := []byte(hex.EncodeToString(mac.Sum(nil)))
		for _, name := range []string{"x-svc-signature", "x-svc-signature-next"} {
			if hmac.Equal([]byte(headers.Get(name)), expected) {
				return true
			}
		}
	}
	return false
}

// #endregion

func settings(names ...string) (values []string) {
	for _, name := range names {
		if value := os.Getenv(name); value != "" {
			values = append(values, value)
		}
	}
	return values
}

func main() {
	secrets := settings("SIGNING_SECRET", "SIGNING_SECRET_NEXT")
	keys := settings("ENCRYPTION_KEY", "ENCRYPTION_KEY_NEXT")
	if len(secrets) == 0 {
		log.Fatal("SIGNING_SECRET is not set")
	}
	port := append(settings("PORT"), "8377")[0]
	receive := func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return
		}
		text, fault := openDelivery(body, request.Header, secrets, keys)
		if fault != nil {
			fmt.Println("refused:", fault)
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		by := "webhook-signature"
		if hasBodySignature(body, request.Header, secrets) {
			by = "both signatures"
		}
		fmt.Printf("verified by %s: %s\n", by, text) // your part: store it, respond, process it later
		response.WriteHeader(http.StatusNoContent)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive))) // behind your TLS proxy
}
