import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('hall', '0003_held_walls'),
        ('tournament', '0011_surnames'),
    ]

    operations = [
        # One scene is written as before: holds of earlier versions stay.
        migrations.RenameField(
            model_name='wallhold',
            old_name='scene',
            new_name='scenes',
        ),
        migrations.AlterField(
            model_name='wallhold',
            name='scenes',
            field=models.CharField(max_length=80),
        ),
        migrations.CreateModel(
            name='CeremonyStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('ranking', models.CharField(max_length=16)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='ceremony_step', to='tournament.tournament')),
            ],
        ),
    ]
