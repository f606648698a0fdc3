-- What facts and the index copy from clients, projects and people follows them when these change. Whoever changes one
-- may not see every fact of it: all follow, so each of these sees all while it works. (SET in the head of a function is
-- for superusers, whom a hosted database does not give.)

CREATE FUNCTION clients_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('memo.audience', true), '');
BEGIN
    PERFORM set_config('memo.audience', '*', true);
    UPDATE client_contexts SET status = status WHERE client_id = NEW.id; -- indexes them anew
    PERFORM set_config('memo.audience', who, true);
    RETURN NULL;
END
$$;
CREATE TRIGGER clients_renamed AFTER UPDATE OF name ON clients FOR EACH ROW
    WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION clients_renamed();

CREATE FUNCTION projects_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('memo.audience', true), '');
BEGIN
    PERFORM set_config('memo.audience', '*', true);
    UPDATE project_contexts SET status = status WHERE project_id = NEW.id; -- indexes them anew
    IF OLD.client_id IS DISTINCT FROM NEW.client_id THEN
        -- What was filed under the project's client stays with the project; what a person filed elsewhere stays there.
        UPDATE meetings SET client_id = NEW.client_id
        WHERE project_id = NEW.id AND client_id IS NOT DISTINCT FROM OLD.client_id;
        UPDATE decisions SET client_id = NEW.client_id
        WHERE project_id = NEW.id AND client_id IS NOT DISTINCT FROM OLD.client_id;
        UPDATE action_items SET client_id = NEW.client_id
        WHERE project_id = NEW.id AND client_id IS NOT DISTINCT FROM OLD.client_id;
    END IF;
    PERFORM set_config('memo.audience', who, true);
    RETURN NULL;
END
$$;
CREATE TRIGGER projects_changed AFTER UPDATE OF name, client_id ON projects FOR EACH ROW
    WHEN ((OLD.name, OLD.client_id) IS DISTINCT FROM (NEW.name, NEW.client_id)) EXECUTE FUNCTION projects_changed();

CREATE FUNCTION people_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('memo.audience', true), '');
BEGIN
    PERFORM set_config('memo.audience', '*', true);
    UPDATE action_items SET status = status WHERE assignee_id = NEW.id; -- indexes them anew
    PERFORM set_config('memo.audience', who, true);
    RETURN NULL;
END
$$;
CREATE TRIGGER people_renamed AFTER UPDATE OF name ON people FOR EACH ROW
    WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION people_renamed();

-- What was changed before this: only rows that say something else are written.
SET LOCAL memo.audience = '*';
UPDATE client_contexts n SET status = n.status
FROM clients c, fact_index i
WHERE c.id = n.client_id AND i.fact_type = 'client_context' AND i.fact_id = n.id
  AND i.search_text <> concat_ws(' · ', n.text, c.name);
UPDATE project_contexts n SET status = n.status
FROM projects p, fact_index i
WHERE p.id = n.project_id AND i.fact_type = 'project_context' AND i.fact_id = n.id
  AND (i.search_text, i.client_id) IS DISTINCT FROM (concat_ws(' · ', n.text, p.name), p.client_id);
UPDATE action_items a SET status = a.status
FROM people p, fact_index i
WHERE p.id = a.assignee_id AND i.fact_type = 'action_item' AND i.fact_id = a.id
  AND i.search_text <> concat_ws(' · ', a.description, p.name, 'due ' || nullif(a.due_text, ''));
RESET memo.audience;
