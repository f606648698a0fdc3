-- What the sign-in calls a member.

ALTER TABLE members ADD COLUMN name text;
