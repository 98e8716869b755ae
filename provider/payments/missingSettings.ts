/** Reports in the preview which settings a resource of the payment service lacks, and which address it cannot use. */

import { ChecksError } from "../core/errors";
import type { Values } from "../core/fields";
import type { Problem } from "../core/resource";
import type { Session } from "../core/session";
import { requireAddress } from "./connection";
import { LOGIN_SETTINGS } from "./login";
import { merchantOf } from "./merchant";
import { type NeededSetting, requireSetting } from "./settings";

/** The first setting for which a new resource could not be created. An existing resource may not need them. */
export function missingSettings(session: Session, olds: Values, wanted: readonly NeededSetting[]): Problem[] {
  if (Object.keys(olds).length > 0) return [];
  try {
    const { settings } = merchantOf(session);
    for (const setting of wanted) {
      const isByLogin = setting === "accessToken" && settings.login && settings.accessToken === undefined;
      if (setting === "url" || setting === "sdkAuthUrl") requireAddress(settings, setting);
      else for (const one of isByLogin ? LOGIN_SETTINGS : [setting]) requireSetting(settings, one);
    }
    return [];
  } catch (error) {
    if (!(error instanceof ChecksError)) throw error;
    const { subject = "", property = subject, reason, remedy } = error.parts;
    return [{ property, reason: remedy === undefined ? reason : `${reason}. ${remedy}` }];
  }
}
