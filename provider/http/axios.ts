/**
 * The library that makes requests, loaded only before the first one: loading it takes as long as the whole package, and
 * a program that only declares resources makes no request itself.
 */
import type * as Axios from "axios";
import type * as AxiosRetry from "axios-retry";
import type * as ProxyFromEnv from "proxy-from-env";

/** axios itself. */
export const axios = (): typeof Axios => require("axios");

/** What repeats its requests. */
export const axiosRetry = (): typeof AxiosRetry => require("axios-retry");

/** What it asks for the proxy of an address. */
export const proxyFromEnv = (): typeof ProxyFromEnv => require("proxy-from-env");
