const { host = "", key = "" } = document.body.dataset;

export const environment = { fanfareHost: host, fanfareKey: key };
