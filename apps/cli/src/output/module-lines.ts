import type { OutputOf, PlannedModule } from '@datacortex/space'
import { type Lines, linesOf } from './lines.ts'

export function moduleLines(plan: PlannedModule): readonly string[] {
  const { name, version, license, agents, components, sources, upgrade_from: before, widened } = plan
  return linesOf([
    `${name} ${versionWords(version, before)}  ${license ?? 'no licence'}  from ${plan.from}`,
    listLine(
      'agents',
      agents.map((agent) => [agent.id, ...agent.tags].join('  ')),
    ),
    listLine('parts', components),
    listLine(
      'sources',
      sources.map((source) => `${source.id} (${source.type})`),
    ),
    codeLines(plan),
    wantLines(plan),
    widened && `  new      ${permissionWords(widened)}   (more than it was granted before)`,
    plan.replaces_changes && '  careful  files of the installed one were changed since; these changes are lost',
    plan.red_flags.map((flag) => `  careful  ${flag}`),
    plan.warnings.map((warning) => `  note     ${warning}`),
  ]).map(visible)
}

function listLine(name: string, items: readonly string[]): string | false {
  return items.length > 0 && `  ${name.padEnd(8)} ${items.join('   ')}`
}

function versionWords(version: string, before: string | undefined): string {
  if (before === undefined) return version
  return before === version ? `${version} (changed files, same version)` : `${before} → ${version}`
}

function codeLines({ code }: PlannedModule): Lines {
  if (code === undefined) return []
  const [entry, ...others] = code.files
  const kinds = code.kinds.length === 0 ? '' : ` (${code.kinds.join(', ')})`
  return [
    `  code     ${entry}${kinds} runs inside this program, without a sandbox`,
    listLine('with', others),
    listLine('hooks', code.hooks),
  ]
}

function wantLines({ permissions, secrets, code }: PlannedModule): Lines {
  const wants = permissionWords(permissions)
  const names = [...secrets.required.map((name) => `${name} (needed)`), ...secrets.optional]
  const nothing = code === undefined && names.length === 0 ? 'nothing' : 'nothing else'
  return [listLine('secrets', names), `  wants    ${wants === '' ? nothing : wants}`]
}

function permissionWords(permissions: PlannedModule['permissions']): string {
  return Object.entries(permissions)
    .filter(([, values]) => values.length > 0)
    .map(([kind, values]) => `${kind} ${values.join(' ')}`)
    .join('     ')
}

/** The author of a module wrote most of this: nothing in it may move the cursor or turn the direction of text. */
function visible(line: string): string {
  return line.replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function brokenLines({
  path,
  code,
  message,
  hint,
}: OutputOf<'modules.list'>['broken'][number]): readonly string[] {
  const [first = '', ...rest] = message.split('\n')
  return [
    `broken     ${code}  ${first.includes(path) ? '' : `${path}: `}${first}`,
    ...rest.map((line) => `           ${line}`),
    ...(hint === undefined ? [] : [`           → ${hint}`]),
  ]
}
