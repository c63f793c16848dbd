import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { taskTextLimit } from './tags/read-task.ts'
import type { UnknownTag } from './tags/tag-index.ts'
import { tagText } from './tags/tag-path.ts'

/** Tags that route nowhere; `nearest` are those that the first unknown one of them may have been meant for. */
export function tagsUnknown(paths: readonly (readonly string[])[], nearest: readonly string[]): Finding {
  const shown = paths.map(tagText).join(' ')
  return infoFinding('ROUTER_TAG_UNKNOWN', shown, {
    message: `No agent has a trigger for ${shown}.`,
    hint: meant(nearest) ?? 'Add one to `triggers.tags` of an agent, or correct the tags.',
  })
}

/** A tag behind the trigger that decided, which no agent has. */
export function tagPassedOver({ tag, nearest }: UnknownTag, matched: string): Finding {
  return infoFinding('ROUTER_TAG_UNKNOWN', `:${tag}:`, {
    message: `No agent has a trigger with :${tag}:, so ${matched} alone decided.`,
    hint: meant(nearest) ?? 'Add one to `triggers.tags` of an agent, or correct the tag.',
  })
}

/** What would be tags of a trigger with a colon at both ends. */
export function tagsUnclosed(written: string, path: readonly string[]): Finding {
  return infoFinding('ROUTER_TAG_UNCLOSED', written, {
    message: `${written} was read as a word, because tags have a colon at both ends.`,
    hint: `Write ${tagText(path)} if it is meant as tags.`,
  })
}

/** Agents that are equally entitled to a tag, or to a command because none of them starts another one. */
export function triggerShared(kind: 'trigger' | 'command', written: string, agents: readonly string[]): Finding {
  return infoFinding('ROUTER_TRIGGER_SHARED', written, {
    message: `Several agents have the ${kind} ${written}: ${agents.join(', ')}. The first in the registry is taken.`,
    hint: `Let one of them have it${kind === 'command' ? ', or name the others in its `spawns`' : ''}.`,
  })
}

export function triggersMore(count: number): Finding {
  return infoFinding('ROUTER_TRIGGERS_MORE', 'triggers', {
    message: `${count.toLocaleString('en')} more ${count === 1 ? 'trigger has' : 'triggers have'} something to be mended.`,
    hint: 'datacortex doctor',
  })
}

export function taskCut(): Finding {
  return infoFinding('ROUTER_TASK_CUT', 'task', {
    message: `Patterns and meaning looked only at the first ${taskTextLimit.toLocaleString('en')} characters of the task.`,
    hint: 'Put what is to be done first, or give tags.',
  })
}

export function withoutSearch(): Finding {
  return warningFinding('ROUTER_MEANING_SKIPPED', 'meaning', {
    message: 'No agent was looked for by meaning: there is no index of meanings at hand.',
    hint: 'datacortex doctor',
  })
}

function meant(nearest: readonly string[]): string | undefined {
  return nearest.length === 0 ? undefined : `Did you mean ${nearest.map((tag) => `:${tag}:`).join(' or ')}?`
}
