/**
 * The library that makes requests, loaded when the first one is made ready: it and what it brings take as long as all of
 * this package, and a program that only declares resources asks for nothing itself.
 */
import type * as Axios from "axios";
import type * as AxiosRetry from "axios-retry";

/** axios itself. */
export const axios = (): typeof Axios => require("axios");

/** What repeats its requests. */
export const axiosRetry = (): typeof AxiosRetry => require("axios-retry");
