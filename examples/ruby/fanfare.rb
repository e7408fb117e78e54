# Fanfare from Ruby's standard library: ruby fanfare.rb token USER_ID | channel SOCKET_ID CHANNEL | publish CHANNEL EVENT JSON
# Needs FANFARE_APP_ID, FANFARE_APP_KEY, FANFARE_APP_SECRET, and SERVER_URL.
# #region token
require "base64"
require "json"
require "openssl"

def sign_identity(user_id)
  header = { alg: "HS256", typ: "JWT" }
  claims = { sub: user_id, aud: ENV.fetch("FANFARE_APP_KEY"), exp: Time.now.to_i + 3600, groups: ["staff"] }
  text = [header, claims].map { |part| Base64.urlsafe_encode64(part.to_json, padding: false) }.join(".")
  signature = OpenSSL::HMAC.digest("SHA256", ENV.fetch("FANFARE_APP_SECRET"), text)
  "#{text}.#{Base64.urlsafe_encode64(signature, padding: false)}"
end
# #endregion token

# #region authorize
# The response of your authorization endpoint. First check that the person who is signed in may use the channel.
def authorize_channel(socket_id, channel)
  signature = OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("FANFARE_APP_SECRET"), "#{socket_id}:#{channel}")
  { auth: "#{ENV.fetch("FANFARE_APP_KEY")}:#{signature}" }
end
# #endregion authorize

# #region publish
require "net/http"

def publish(channel, event, data)
  body = { name: event, channel: channel, data: data.to_json }.to_json
  uri = URI("#{ENV.fetch("SERVER_URL")}/apps/#{ENV.fetch("FANFARE_APP_ID")}/events")
  query = URI.encode_www_form(
    auth_key: ENV.fetch("FANFARE_APP_KEY"),
    auth_timestamp: Time.now.to_i,
    auth_version: "1.0",
    body_md5: OpenSSL::Digest::MD5.hexdigest(body)
  )
  text = "POST\n#{uri.path}\n#{query}"
  uri.query = "#{query}&auth_signature=#{OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("FANFARE_APP_SECRET"), text)}"
  Net::HTTP.post(uri, body, "Content-Type" => "application/json").value
end
# #endregion publish

case ARGV
in ["token", user_id] then print sign_identity(user_id)
in ["channel", socket_id, channel] then print authorize_channel(socket_id, channel).to_json
in ["publish", channel, event, data] then publish(channel, event, JSON.parse(data))
end
