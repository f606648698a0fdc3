-- Slack: how far a message got, what Memo was asked there, and when a channel may be written to again.

ALTER TABLE outbox
    ADD COLUMN channel text, -- where it was posted; `sent_as` is the first message there
    ADD COLUMN posted  int NOT NULL DEFAULT 0; -- messages of it that are out: the first and its thread

-- What somebody asked of Memo in Slack, kept before it is acknowledged; a redelivery has the same key.
CREATE TABLE slack_inbox (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key         text NOT NULL UNIQUE,
    event       jsonb, -- what was asked; gone once it is done
    wants_file  boolean NOT NULL DEFAULT false, -- a mention that has named no file so far: Slack may still tell of one
    reply_ts    text, -- the message that tells how it goes
    attempts    int NOT NULL DEFAULT 0,
    last_error  text,
    next_try_at timestamptz NOT NULL DEFAULT now(), -- while it is worked on: when its worker is taken for dead
    done_at     timestamptz,
    received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX slack_inbox_due ON slack_inbox (next_try_at) WHERE done_at IS NULL;
CREATE INDEX slack_inbox_done ON slack_inbox (done_at);

-- When each channel may be written to again, for every process of this team.
CREATE TABLE slack_turns (
    channel text PRIMARY KEY,
    free_at timestamptz NOT NULL
);
