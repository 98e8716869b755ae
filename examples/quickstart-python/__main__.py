"""Three jobs as a small company has them, each with the check that watches it."""

import pulumi
import pulumi_checks as checks

# Every channel of the project is alerted; ["Pager"] would be one of them by its name.
CHANNELS = "*"

backup = checks.Check(
    "nightly-backup",
    name="Nightly backup",
    slug="quickstart-nightly-backup",
    tags=["quickstart", "db"],
    schedule="30 2 * * *",
    tz="Europe/Riga",
    grace="1h",
    channels=CHANNELS,
)

checks.Check(
    "queue-worker",
    name="Queue worker",
    slug="quickstart-queue-worker",
    tags=["quickstart"],
    timeout="5m",
    grace="2m",
    channels=CHANNELS,
)

checks.Check(
    "certificate-renewal",
    name="Certificate renewal",
    slug="quickstart-certificate-renewal",
    tags=["quickstart"],
    timeout="7d",
    grace="1d",
    channels=CHANNELS,
)

# What the backup's script fetches when it is done: a secret.
pulumi.export("backupPingUrl", backup.ping_url)
pulumi.export("channel", checks.get_channels_output().channels[0].name)
