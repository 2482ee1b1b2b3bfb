"""Prizes, payments at the desk, the programme of the day, and sounds on the wall."""

import django.core.validators
import django.db.models.deletion
import wk.core.fields
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0014_calls_on_wall'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='fee',
            field=models.DecimalField(blank=True, decimal_places=2, max_digits=6, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))], verbose_name='fee'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='notes_payments',
            field=models.BooleanField(default=False, verbose_name='payment at the desk'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='programme',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='sounds',
            field=models.BooleanField(default=False, verbose_name='sounds at the end of a round'),
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='payment', to='tournament.entry')),
            ],
        ),
        migrations.CreateModel(
            name='PrizeCategory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', wk.core.fields.CleanCharField(max_length=60, verbose_name='name')),
                ('prizes', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='prizes')),
                ('counts', models.CharField(choices=[('everybody', 'the final standings, of all players'), ('marked', 'the final standings, of the players you mark'), ('round', 'most points in one round'), ('clubs', 'clubs, by their best players')], default='marked', max_length=10, verbose_name='what counts')),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='round')),
                ('best', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='players of a club')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prize_categories', to='tournament.tournament')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PrizeMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='tournament.prizecategory')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.entry')),
            ],
        ),
        migrations.AddField(
            model_name='prizecategory',
            name='entries',
            field=models.ManyToManyField(blank=True, related_name='prize_categories', through='tournament.PrizeMark', to='tournament.entry'),
        ),
        migrations.CreateModel(
            name='HandedPrize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', wk.core.fields.CleanCharField(blank=True, max_length=80)),
                ('at', models.DateTimeField()),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.entry')),
                ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='handed', to='tournament.prizecategory')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('entry__isnull', False)), fields=('category', 'entry'), name='one_handed_prize_a_player'), models.UniqueConstraint(condition=models.Q(('entry__isnull', True)), fields=('category', 'club'), name='one_handed_prize_a_club')],
            },
        ),
        migrations.AddConstraint(
            model_name='prizemark',
            constraint=models.UniqueConstraint(fields=('category', 'entry'), name='one_prize_mark_a_player'),
        ),
        migrations.AddConstraint(
            model_name='prizecategory',
            constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='one_prize_category_a_name'),
        ),
    ]
