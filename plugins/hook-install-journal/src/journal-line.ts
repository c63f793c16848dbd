import type { HookPayloads } from '@datacortex/plugin'

export function journalLine({ installedAt, module, version, agents, sources }: HookPayloads['module_installed']) {
  const brought = [listed('agent', agents), listed('source', sources)].filter((part) => part !== '')
  return `- ${installedAt} ${module} ${version}: ${brought.length === 0 ? 'nothing to register' : brought.join('; ')}\n`
}

function listed(what: string, ids: readonly string[]): string {
  return ids.length === 0 ? '' : `${ids.length} ${what}${ids.length === 1 ? '' : 's'} (${ids.join(', ')})`
}
