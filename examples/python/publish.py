"""Publishes an event with Python's standard library: publish.py CHANNEL EVENT JSON."""

# #region publish
import hashlib, hmac, json, os, sys, time, urllib.parse, urllib.request


def publish(channel: str, event: str, data: object) -> None:
    body = json.dumps({"name": event, "channel": channel, "data": json.dumps(data)}).encode()
    path = f"/apps/{os.environ['FANFARE_APP_ID']}/events"
    query = urllib.parse.urlencode(
        {
            "auth_key": os.environ["FANFARE_APP_KEY"],
            "auth_timestamp": int(time.time()),
            "auth_version": "1.0",
            "body_md5": hashlib.md5(body).hexdigest(),
        }
    )
    secret = os.environ["FANFARE_APP_SECRET"].encode()
    signature = hmac.new(secret, f"POST\n{path}\n{query}".encode(), hashlib.sha256).hexdigest()
    url = f"{os.environ['SERVER_URL']}{path}?{query}&auth_signature={signature}"
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10).close()
# #endregion publish


publish(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
