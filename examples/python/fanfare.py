"""Fanfare from Python's standard library. Needs FANFARE_APP_ID, FANFARE_APP_KEY, FANFARE_APP_SECRET, and SERVER_URL.

fanfare.py token USER_ID | channel SOCKET_ID CHANNEL | publish CHANNEL EVENT JSON
"""

# #region token
import base64, hashlib, hmac, json, os, sys, time


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sign_identity(user_id: str) -> str:
    header = {"alg": "HS256", "typ": "JWT"}
    claims = {
        "sub": user_id,
        "aud": os.environ["FANFARE_APP_KEY"],
        "exp": int(time.time()) + 3600,
        "groups": ["staff"],
    }
    text = ".".join(base64url(json.dumps(part).encode()) for part in (header, claims))
    signature = hmac.new(os.environ["FANFARE_APP_SECRET"].encode(), text.encode(), hashlib.sha256).digest()
    return f"{text}.{base64url(signature)}"
# #endregion token


# #region authorize
def authorize_channel(socket_id: str, channel: str) -> dict[str, str]:
    """The response of your authorization endpoint. First check that the person who is signed in may use the channel."""
    secret = os.environ["FANFARE_APP_SECRET"].encode()
    signature = hmac.new(secret, f"{socket_id}:{channel}".encode(), hashlib.sha256).hexdigest()
    return {"auth": f"{os.environ['FANFARE_APP_KEY']}:{signature}"}
# #endregion authorize


# #region publish
import hashlib, hmac, json, os, time, urllib.parse, urllib.request


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


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "token":
        print(sign_identity(arguments[0]), end="")
    elif command == "channel":
        print(json.dumps(authorize_channel(*arguments)), end="")
    else:
        publish(arguments[0], arguments[1], json.loads(arguments[2]))
