import { type Finding, warningFinding } from '@datacortex/errors'
import type { Template } from './read-template.ts'

/** Placeholders that stay as they are: they are for the agent. */
const forTheAgent: ReadonlySet<string> = new Set(['question'])

const placeholder = /\{([a-z][a-z0-9_]*)\}/g

/** Fills the placeholders of a template, each once: braces in a value are text. */
export function fillTemplate(template: Template, values: ReadonlyMap<string, string>): string {
  return template.text.replace(placeholder, (whole, name: string) => values.get(name) ?? whole)
}

export function placeholdersOf(template: Template): ReadonlySet<string> {
  return new Set(Array.from(template.text.matchAll(placeholder), ([, name = '']) => name))
}

/** Placeholders that nobody fills: they stay in the prompt, and a person should know. */
export function unknownPlaceholders(template: Template, known: ReadonlySet<string>): readonly Finding[] {
  return [...placeholdersOf(template)]
    .filter((name) => !known.has(name) && !forTheAgent.has(name))
    .map((name) =>
      warningFinding('MEMORY_TEMPLATE_PLACEHOLDER', template.origin, {
        message: `The template ${template.origin} has {${name}}, which nothing fills; it stays as it is.`,
        hint: `Known are ${[...known].map((each) => `{${each}}`).join(', ')}.`,
      }),
    )
}
