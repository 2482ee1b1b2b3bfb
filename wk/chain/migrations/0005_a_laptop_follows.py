"""Two more kinds of events: a second laptop follows, and follows no more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chain", "0004_a_laptop_takes_over")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(
                choices=[
                    ("login", "Login"),
                    ("failed_login", "Failed Login"),
                    ("failed_code", "Failed Code"),
                    ("recovery_login", "Recovery Login"),
                    ("logout", "Logout"),
                    ("second_step_on", "Second Step On"),
                    ("second_step_off", "Second Step Off"),
                    ("recovery_codes", "Recovery Codes"),
                    ("refused", "Refused"),
                    ("forged", "Forged"),
                    ("more_tries", "More Tries"),
                    ("taken_along", "Taken Along"),
                    ("backed_up", "Backed Up"),
                    ("place_chosen", "Place Chosen"),
                    ("place_forgotten", "Place Forgotten"),
                    ("hall_opened", "Hall Opened"),
                    ("hall_closed", "Hall Closed"),
                    ("taken_over", "Taken Over"),
                    ("followed", "Followed"),
                    ("followed_no_more", "Followed No More"),
                ],
                max_length=20,
            ),
        ),
    ]
