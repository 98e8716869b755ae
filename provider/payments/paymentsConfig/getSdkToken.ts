import { z } from "zod";
import { merchantFunction } from "../merchantFunction";
import { paymentsConfigFields } from "./paymentsConfigFields";
import { requestFor } from "./tokenRequest";

const { environment, serviceId, secretKey, domain } = paymentsConfigFields;

/** `POST {sdk_auth_url}/api-v5/userbusinesses/getsdktoken` in sandbox, `api-v4` in production. */
export const getSdkToken = merchantFunction({
  name: "payments.getSdkToken",
  args: z.strictObject({ environment, serviceId, secretKey, domain }),
  result: z.string(),
  look: ({ api, settings }, args) => api.sdkToken(requestFor(args, settings)),
});
