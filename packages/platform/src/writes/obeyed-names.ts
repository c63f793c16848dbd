import { impliedFiles } from '../commands/code-words.ts'
import { foldedName } from './folded-name.ts'

/** Files that assistants obey in whatever folder they lie: `*` stands for a part of a name. */
const instructions =
  'agent.md agents.md agents.*.md claude.md claude.*.md gemini.md gemini.*.md qwen.md qwen.*.md warp.md conventions.md ' +
  'codex.md opencode.md crush.md jules.md kimi.md iflow.md codebuddy.md replit.md ' +
  'copilot-instructions.md *.instructions.md *.prompt.md *.chatmode.md *.agent.md *.mdc skill.md llms-install.md ' +
  '.cursorrules .windsurfrules .clinerules .roorules* .goosehints .rules .aider* .replit'

/** Files that programs run, or that name what is run. */
const run =
  'module.yaml mcp.json .mcp.json opencode.json* vagrantfile procfile brewfile setup.py conftest.py setup.cfg *.code-workspace .envrc'

const names = `${instructions} ${run} ${[...impliedFiles.values()].flat().join(' ')}`
const obeyed = new RegExp(
  `^(?:${names
    .toLowerCase()
    .split(' ')
    .map((name) => RegExp.escape(name).replaceAll('\\*', '.*'))
    .join('|')})$`,
  's',
)

/**
 * Whether a name is one of those that assistants obey or programs run, in any case and form of Unicode, so that nothing
 * that came from a page, an agent or a client is written there.
 * @example isObeyed('Claude.MD') // true
 */
export function isObeyed(name: string): boolean {
  return obeyed.test(foldedName(name))
}
