import { isRecord } from '@datacortex/platform'
import { parseYaml } from '@datacortex/platform/yaml'

/** A registry as one text without the figures that the program computes, so that two can be compared. */
export function withoutPerformance(text: string): string {
  const { document, problems } = parseYaml(text)
  if (problems.length > 0) return text
  const registry: unknown = document.toJS()
  if (!isRecord(registry) || !isRecord(registry['agents'])) return text
  const agents = Object.entries(registry['agents']).map(([id, entry]) => {
    if (!isRecord(entry)) return [id, entry]
    const { performance: _performance, ...own } = entry
    return [id, own]
  })
  return JSON.stringify({ ...registry, agents })
}
