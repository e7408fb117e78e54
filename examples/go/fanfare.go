// Fanfare from Go's standard library: go run fanfare.go token USER_ID | channel SOCKET_ID CHANNEL | publish CHANNEL EVENT JSON
// Needs FANFARE_APP_ID, FANFARE_APP_KEY, FANFARE_APP_SECRET, and SERVER_URL.
package main

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

func sign(text string) []byte {
	mac := hmac.New(sha256.New, []byte(os.Getenv("FANFARE_APP_SECRET")))
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

func toJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// #region token
func signIdentity(userID string) string {
	header := map[string]string{"alg": "HS256", "typ": "JWT"}
	claims := map[string]any{
		"sub":    userID,
		"aud":    os.Getenv("FANFARE_APP_KEY"),
		"exp":    time.Now().Add(time.Hour).Unix(),
		"groups": []string{"staff"},
	}
	encode := base64.RawURLEncoding.EncodeToString
	text := encode([]byte(toJSON(header))) + "." + encode([]byte(toJSON(claims)))
	return text + "." + encode(sign(text)) // HMAC-SHA256 with the app's secret.
}

// #endregion token

// #region authorize
// The response of your authorization endpoint. First check that the person who is signed in may use the channel.
func authorizeChannel(socketID, channel string) string {
	signature := hex.EncodeToString(sign(socketID + ":" + channel))
	return toJSON(map[string]string{"auth": os.Getenv("FANFARE_APP_KEY") + ":" + signature})
}

// #endregion authorize

// #region publish
func publish(channel, event string, data json.RawMessage) error {
	body := toJSON(map[string]string{"name": event, "channel": channel, "data": string(data)})
	path := "/apps/" + os.Getenv("FANFARE_APP_ID") + "/events"
	query := url.Values{
		"auth_key":       {os.Getenv("FANFARE_APP_KEY")},
		"auth_timestamp": {strconv.FormatInt(time.Now().Unix(), 10)},
		"auth_version":   {"1.0"},
		"body_md5":       {fmt.Sprintf("%x", md5.Sum([]byte(body)))},
	}.Encode()
	signature := hex.EncodeToString(sign("POST\n" + path + "\n" + query))
	address := os.Getenv("SERVER_URL") + path + "?" + query + "&auth_signature=" + signature
	response, err := http.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("Fanfare answered %s", response.Status)
	}
	return nil
}

// #endregion publish

func main() {
	arguments := os.Args[2:]
	switch os.Args[1] {
	case "token":
		fmt.Print(signIdentity(arguments[0]))
	case "channel":
		fmt.Print(authorizeChannel(arguments[0], arguments[1]))
	case "publish":
		if err := publish(arguments[0], arguments[1], json.RawMessage(arguments[2])); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
