import { registryOf } from './registry-of.ts'

/** Agents under former names, deprecated and removed ones, as in DIP-0016 §1 and DIP-0021, "Agent Aliases". */
export const registry: ReturnType<typeof registryOf> = registryOf({
  'ai-task-executor': { triggers: { tags: [':AI:'], patterns: ['execute.*ai.*tasks'] } },
  'second-executor': { triggers: { tags: [':AI:'] } },
  'knowledge-extractor': { triggers: { patterns: ['analyze.*url', 'extract'] } },
  'research-orchestrator': { triggers: { tags: [':AI:research:'], patterns: ['research.*topic'] } },
  'gtd-research-processor': {
    deprecated: true,
    alias: 'knowledge-extractor',
    triggers: { tags: [':AI:research:', ':AI:research:url:'], patterns: ['analyze.*link'] },
  },
  'research-post-processor': {
    deprecated: true,
    removed: true,
    note: 'Absorbed into research-orchestrator pipeline',
    triggers: { tags: [':AI:research:post:'], patterns: ['post-process'] },
  },
  'old-writer': { deprecated: true, note: 'Kept for the archive.', triggers: { tags: [':AI:content:'] } },
})
