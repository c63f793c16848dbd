import type { Settings } from '@datacortex/platform'
import type { OpenSubAgentsOptions } from './open-sub-agents.ts'

/**
 * How the settings of a space want its sub-agents to be started, whoever asks them.
 *
 * @example openSubAgents({ paths, modules, ...subAgentSettings(settings) })
 */
export function subAgentSettings({
  ingest,
  plugins,
}: Pick<Settings, 'ingest' | 'plugins'>): Pick<
  OpenSubAgentsOptions,
  'settings' | 'readers' | 'processes' | 'timeoutMs' | 'memoryMb'
> {
  const { timeout_ms: timeoutMs, memory_mb: memoryMb, concurrency: processes, readers } = ingest
  const reader = ingest.content_reader === 'jina' ? { reader: 'jina' } : {}
  const settings = { ...plugins, 'agent-url-fetcher': { ...reader, ...plugins['agent-url-fetcher'] } }
  return { settings, readers, processes, timeoutMs, memoryMb }
}
