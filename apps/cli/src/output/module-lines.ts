import type { OutputOf, PlannedModule } from '@datacortex/space'

export function moduleLines(plan: PlannedModule): readonly string[] {
  const { name, version, license, agents, components, sources, upgrade_from: before, widened } = plan
  const lines = [`${name} ${versionWords(version, before)}  ${license ?? 'no licence'}  from ${plan.from}`]
  if (agents.length > 0)
    lines.push(`  agents   ${agents.map((agent) => [agent.id, ...agent.tags].join('  ')).join('   ')}`)
  if (components.length > 0) lines.push(`  parts    ${components.join('   ')}`)
  if (sources.length > 0)
    lines.push(`  sources  ${sources.map((source) => `${source.id} (${source.type})`).join('   ')}`)
  lines.push(...codeLines(plan), ...wantLines(plan))
  if (widened !== undefined) lines.push(`  new      ${permissionWords(widened)}   (more than it was granted before)`)
  if (plan.replaces_changes)
    lines.push('  careful  files of the installed one were changed since; these changes are lost')
  for (const flag of plan.red_flags) lines.push(`  careful  ${flag}`)
  for (const warning of plan.warnings) lines.push(`  note     ${warning}`)
  return lines.map(visible)
}

function versionWords(version: string, before: string | undefined): string {
  if (before === undefined) return version
  return before === version ? `${version} (changed files, same version)` : `${before} → ${version}`
}

function codeLines({ code }: PlannedModule): readonly string[] {
  if (code === undefined) return []
  const [entry, ...others] = code.files
  const kinds = code.kinds.length === 0 ? '' : ` (${code.kinds.join(', ')})`
  const lines = [`  code     ${entry}${kinds} runs inside this program, without a sandbox`]
  if (others.length > 0) lines.push(`  with     ${others.join('   ')}`)
  if (code.hooks.length > 0) lines.push(`  hooks    ${code.hooks.join('   ')}`)
  return lines
}

function wantLines({ permissions, secrets, code }: PlannedModule): readonly string[] {
  const wants = permissionWords(permissions)
  const names = [...secrets.required.map((name) => `${name} (needed)`), ...secrets.optional]
  const nothing = code === undefined && names.length === 0 ? 'nothing' : 'nothing else'
  return [
    ...(names.length > 0 ? [`  secrets  ${names.join('   ')}`] : []),
    `  wants    ${wants === '' ? nothing : wants}`,
  ]
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
