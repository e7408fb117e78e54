self.fanfarePush = { icon: "/icon-192.png" };
importScripts("https://fanfare.example/sdk/push-worker.js");
