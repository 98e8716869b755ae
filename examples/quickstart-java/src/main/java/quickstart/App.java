// Three jobs of a small company, each with the check that watches it.
package quickstart;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.checks.Check;
import com.pulumi.checks.CheckArgs;
import com.pulumi.checks.ChecksFunctions;

public class App {
    // Alerts every channel of the project; List.of("Pager") would alert one, by its name.
    private static final String CHANNELS = "*";

    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context context) {
        var backup = new Check("nightly-backup", CheckArgs.builder()
            .name("Nightly backup")
            .slug("quickstart-nightly-backup")
            .tags("quickstart", "db")
            .schedule("30 2 * * *")
            .tz("Europe/Riga")
            .grace("1h")
            .channels(CHANNELS)
            .build());

        new Check("queue-worker", CheckArgs.builder()
            .name("Queue worker")
            .slug("quickstart-queue-worker")
            .tags("quickstart")
            .timeout("5m")
            .grace("2m")
            .channels(CHANNELS)
            .build());

        new Check("certificate-renewal", CheckArgs.builder()
            .name("Certificate renewal")
            .slug("quickstart-certificate-renewal")
            .tags("quickstart")
            .timeout("7d")
            .grace("1d")
            .channels(CHANNELS)
            .build());

        // The backup script requests this when it is done. A secret.
        context.export("backupPingUrl", backup.pingUrl());
        context.export("channel", ChecksFunctions.getChannels().applyValue(found -> found.channels().get(0).name()));
    }
}
