/// The API of this server, as the page asks it. Every call is under /v1; answers are those of the
/// command line's `--output json`.

const TENANT = "asof.tenant";
const TOKEN = "asof.token";

/// What the server refused, in its own sentence (RFC 9457).
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `the server answered with status ${status}`);
    this.status = status;
    this.code = body.code || null;
  }
}

/// Which tenant is shown and by whose token; kept for this tab only.
export const session = {
  get tenant() { return sessionStorage.getItem(TENANT) || ""; },
  set tenant(name) { sessionStorage.setItem(TENANT, name); },
  get token() { return sessionStorage.getItem(TOKEN) || ""; },
  set token(token) { token ? sessionStorage.setItem(TOKEN, token) : sessionStorage.removeItem(TOKEN); },
};

/// Parameters without those that are empty.
export function filled(parameters) {
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false));
}

function headers(more = {}) {
  return session.token ? { ...more, Authorization: `Bearer ${session.token}` } : more;
}

async function answered(response) {
  if (response.ok) {
    return response;
  }
  let body = {};
  try {
    body = await response.json();
  } catch {
    // a proxy between may answer with a page of its own: the status is told then
  }
  throw new Problem(response.status, body);
}

async function reached(request) {
  try {
    return await answered(await request);
  } catch (fault) {
    if (fault instanceof TypeError) {
      throw new Problem(0, { detail: "the server cannot be reached; see whether asof serve still runs" });
    }
    throw fault;
  }
}

function path(name, parameters) {
  const query = new URLSearchParams(filled(parameters)).toString();
  return `v1/tenants/${encodeURIComponent(session.tenant)}/${name}${query ? `?${query}` : ""}`;
}

/// Reads an answer about the tenant.
export async function get(name, parameters = {}, signal) {
  return (await reached(fetch(path(name, parameters), { headers: headers({ Accept: "application/json" }), signal }))).json();
}

/// Reads a text as it is.
export async function text(name, parameters = {}, signal) {
  return (await reached(fetch(path(name, parameters), { headers: headers({ Accept: "text/plain" }), signal }))).text();
}

/// Writes; the same key twice writes once.
export async function post(name, body, key) {
  const sent = { "Content-Type": "application/json", Accept: "application/json" };
  if (key) {
    sent["Idempotency-Key"] = key;
  }
  return (await reached(fetch(path(name, {}), { method: "POST", headers: headers(sent), body: JSON.stringify(filled(body)) }))).json();
}

/// The tenants that the caller may see.
export async function tenants() {
  return (await reached(fetch("v1/tenants", { headers: headers({ Accept: "application/json" }) }))).json();
}

/// Whether a model is configured that writes answers in words.
export async function wording() {
  return (await reached(fetch("v1/words", { headers: headers({ Accept: "application/json" }) }))).json();
}

/// Each word of this page in one sentence.
export async function glossary() {
  return (await reached(fetch("v1/glossary", { headers: headers({ Accept: "application/json" }) }))).json();
}

/// All results of an answer that comes in pages; every page is answered at the point of the first.
export async function all(name, parameters, signal) {
  const answer = await get(name, { ...parameters, limit: 500 }, signal);
  for (let next = answer.next; next;) {
    const page = await get(name, { ...parameters, limit: 500, after: next }, signal);
    answer.results.push(...page.results);
    next = page.next;
  }
  answer.next = null;
  return answer;
}
