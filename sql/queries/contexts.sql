-- name: insert_client_context
-- A note about a client.
INSERT INTO client_contexts (client_id, text, happened_on, audience, source_type, source_id, triggered_by_user_id,
                             triggered_by_agent)
VALUES (%(client_id)s, %(text)s, %(happened_on)s, %(audience)s, %(source_type)s, %(source_id)s, %(triggered_by_user_id)s,
        %(triggered_by_agent)s)
RETURNING id, captured_at

-- name: insert_project_context
-- A note about a project.
INSERT INTO project_contexts (project_id, text, happened_on, audience, source_type, source_id, triggered_by_user_id,
                              triggered_by_agent)
VALUES (%(project_id)s, %(text)s, %(happened_on)s, %(audience)s, %(source_type)s, %(source_id)s, %(triggered_by_user_id)s,
        %(triggered_by_agent)s)
RETURNING id, captured_at
