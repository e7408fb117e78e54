/** Beginnings of files, by operation and media type. A database has none. */
export const FILE_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /api/translations/file": {
    "text/csv": csv(
      "content,variant,key,text,translation",
      "welcome-desk,,steps.hello.title,Welcome to the order desk,Hallo",
    ),
  },
  "GET /api/contents/{id}/experiment": {
    "text/csv": csv(
      "goal,arm,people,reached_before,reached,attributed,share,share_low,share_high,difference,difference_low,difference_high,relative,relative_low,relative_high,verdict",
      "First order,a,64,2,18,16,0.29,0.19,0.41,0.08,-0.06,0.22,0.38,-0.21,1.4,unclear",
    ),
  },
  "GET /api/contents/{id}/responses": {
    "text/csv": csv(
      "run_id,person,name,answered_at,locale,version,variant,completed,by_link,How likely are you to recommend us?,Which parts do you use?",
      "run_019e2b7a-6c00-7000-8000-000000000001,u_42,Ada Lovelace,2026-11-02T09:30:00.000Z,en,3,a,1,0,9,Orders; Stock",
    ),
    "application/x-ndjson":
      '{"run_id":"run_019e2b7a-6c00-7000-8000-000000000001","person":{"id":"per_019e2b7a-6c00-7000-8000-000000000001","external_id":"u_42","anonymous":false,"name":"Ada Lovelace"},"answered_at":"2026-11-02T09:30:00.000Z","version":3,"by_link":false,"locale":"en","variant":"a","completed":true,"answers":{"likely":9,"parts":["orders","stock"]}}\n',
  },
  "GET /api/contents/{id}/searches": {
    "text/csv": csv("query,searches,people,without_results", "refund an order,42,31,5"),
  },
  "POST /api/analytics/event-funnel": {
    "text/csv": csv("step,name,people,share_of_first,share_of_previous,dropped,median_s", "1,order_created,128,1,1,0,"),
  },
  "GET /api/analytics/retention": {
    "text/csv": csv("group,people,week_0_people,week_0_active,week_1_people,week_1_active", "completed,64,64,60,64,48"),
  },
  "GET /api/analytics/cohorts": {
    "text/csv": csv(
      "group,people,week_0_people,week_0_active,week_1_people,week_1_active",
      "2026-10-26,31,31,31,31,20",
    ),
  },
  "GET /api/exports": exported(),
  "POST /api/exports": exported(),
  "GET /api/people-imports/{id}/refused": { "text/csv": csv("line,why,id,name", "3,The ID is empty.,,Ada Lovelace") },
  "GET /api/audit/export": {
    "text/csv": csv(
      "id,at,member_id,action,resource_type,resource_id,resource_name,app_id,detail,seq,hash",
      "aud_019e2b7a-6c00-7000-8000-000000000001,2026-11-02T09:30:00.000Z,mem_019e2b7a-6c00-7000-8000-000000000001,content.publish,content,cnt_019e2b7a-6c00-7000-8000-000000000001,Welcome to the order desk,1001,{},1,9f86d081",
    ),
    "application/x-ndjson":
      '{"id":"aud_019e2b7a-6c00-7000-8000-000000000001","at":"2026-11-02T09:30:00.000Z","action":"content.publish","resource_type":"content"}\n',
  },
  "GET /api/saml/metadata": {
    "application/samlmetadata+xml":
      '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://fanfare.example/api/saml/metadata"></EntityDescriptor>',
  },
};

/** Of the table `people`. Others have their own columns. */
function exported(): Readonly<Record<string, string>> {
  return {
    "text/csv": csv(
      "id,app_id,external_id,anonymous_id,verified,attributes,merged_into,first_seen_at,last_seen_at,search_name,search_last_name,search_email,locale,time_zone,device,watched_until,vouched",
      'per_019e2b7a-6c00-7000-8000-000000000001,1001,u_42,,1,"{""plan"":""pro""}",,1793612400000,1793698200000,,,,de,Europe/Berlin,desktop,,',
    ),
    "application/x-ndjson":
      '{"id":"per_019e2b7a-6c00-7000-8000-000000000001","app_id":"1001","external_id":"u_42","verified":1,"attributes":"{\\"plan\\":\\"pro\\"}"}\n',
  };
}

function csv(...lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join("");
}
