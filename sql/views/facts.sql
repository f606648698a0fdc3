-- One feed over six sources (the seed's Layer 3). Finding goes through fact_index; this is what people browse.

DROP VIEW IF EXISTS facts;
CREATE VIEW facts WITH (security_invoker = true) AS
SELECT f.fact_type, f.fact_id, f.text, f.client_id, f.project_id, f.meeting_id, f.source_type, f.source_id, f.happened_on,
       f.captured_at, f.triggered_by_user_id, f.triggered_by_agent, f.status, f.audience, i.embedding, i.embedding_model
FROM (
    SELECT 'decision' AS fact_type, id AS fact_id, description AS text, client_id, project_id, meeting_id, source_type,
           source_id, happened_on, captured_at, triggered_by_user_id, triggered_by_agent, status, audience
    FROM decisions
    UNION ALL
    SELECT 'action_item', id, description, client_id, project_id, meeting_id, source_type,
           source_id, happened_on, captured_at, triggered_by_user_id, triggered_by_agent, status, audience
    FROM action_items
    UNION ALL
    SELECT 'meeting', id, summary, client_id, project_id, id, source_type,
           source_id, held_on, captured_at, triggered_by_user_id, triggered_by_agent, status, audience
    FROM meetings WHERE summary <> ''
    UNION ALL
    SELECT 'client_context', id, text, client_id, NULL, NULL, source_type,
           source_id, happened_on, captured_at, triggered_by_user_id, triggered_by_agent, status, audience
    FROM client_contexts
    UNION ALL
    SELECT 'project_context', c.id, c.text, p.client_id, c.project_id, NULL, c.source_type,
           c.source_id, c.happened_on, c.captured_at, c.triggered_by_user_id, c.triggered_by_agent, c.status, c.audience
    FROM project_contexts c JOIN projects p ON p.id = c.project_id
    UNION ALL
    SELECT 'pulse_summary', id, text, NULL, NULL, NULL, source_type,
           source_id, day, captured_at, triggered_by_user_id, triggered_by_agent, status, audience
    FROM pulse_summaries
) f
LEFT JOIN fact_index i ON i.fact_type = f.fact_type AND i.fact_id = f.fact_id;

GRANT SELECT ON facts TO memo_app;
