/** The program speaks in the user's name to say where it runs. */
const context =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|INSTRUCTIONS|turn_aborted|skill|skills_instructions|collaboration_mode|multi_agent_mode|apps_instructions|plugins_instructions|user_shell_command|subagent_notification|model_switch)\b|# AGENTS\.md instructions|You are `\/root`, the primary agent)/

const picture = /<image(?: name=[^>]{0,200})?>|<\/image>/g

const beforeRequest = /^\s*# (?:Context from my IDE setup|Files mentioned by the user):/

/** What a person asked for, without what Codex and the editors around it write into the same message. */
export function requestIn(text: string): string | undefined {
  if (context.test(text)) return undefined
  const mark = '## My request for Codex:'
  const at = beforeRequest.test(text) ? text.indexOf(mark) : text.startsWith(mark) ? 0 : -1
  const request = (at === -1 ? text : text.slice(at + mark.length)).replaceAll(picture, '')
  return request.trim() === '' ? undefined : request
}
