#!/bin/sh
# Start the service, ask it four things, and end it.
set -e

rcw serve --port "${PORT:-8017}" &
trap 'kill $!' EXIT

SERVICE="http://127.0.0.1:${PORT:-8017}"
until curl -s -o /dev/null "$SERVICE/api"; do sleep 0.1; done

# Which questions are there about morale?
curl -s "$SERVICE/api/procedures?q=red_white+morale_test"

# Does this unit pass, with a 4 on the die?
curl -s "$SERVICE/api/resolve" -H 'Content-Type: application/json' -d '{
  "procedure": "red_white.morale_test",
  "request": {"unit": {
    "side": "white", "type": "infantry", "has_leader": true, "stands": 5}},
  "dice": [4]
}'

# How likely is that?
curl -s "$SERVICE/api/odds" -H 'Content-Type: application/json' -d '{
  "procedure": "red_white.morale_test",
  "request": {"unit": {
    "side": "white", "type": "infantry", "has_leader": true, "stands": 5}}
}'

# What does a refusal look like?
curl -s "$SERVICE/api/resolve" -H 'Content-Type: application/json' -d '{
  "procedure": "red_white.morale_tset", "request": {}, "dice": [4]
}'
