import { isRecord } from '@datacortex/platform'
import { oneAgent } from './describe-agent.ts'
import { names, omitFields, pickFields, textOf, textsOf } from './field-values.ts'
import { type FileReading, skippedReading } from './file-reading.ts'
import { parseYamlRecord } from './parse-yaml-record.ts'
import { beginningOf, nameOfFile } from './first-lines.ts'

/** Reads a recipe of goose, in YAML or JSON; https://block.github.io/goose/docs/guides/recipes/recipe-reference */
export function readGooseRecipe(text: string, path: string): FileReading {
  const parsed = parseYamlRecord(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  // Its desktop program keeps a recipe among settings of its own.
  const fields = isRecord(parsed.value['recipe']) ? parsed.value['recipe'] : parsed.value
  const body = [...textsOf(fields['instructions']), ...textsOf(fields['prompt'])].join('\n\n')
  const parts: readonly unknown[] = Array.isArray(fields['sub_recipes']) ? fields['sub_recipes'] : []
  return oneAgent({
    path,
    format: 'goose',
    name: textOf(fields['title']) ?? nameOfFile(path),
    description: textOf(fields['description']) ?? beginningOf(body),
    fields: {
      version: fields['version'],
      triggers: textsOf(fields['activities']).filter((text) => !text.startsWith('message:')),
    },
    runtime: pickFields(fields, runtime),
    unknown: omitFields(fields, new Set([...described, ...runtime])),
    spawns: parts.flatMap((part) => (isRecord(part) ? textsOf(part['name']) : [])),
    body,
    lacks: () => 'it has neither a description nor instructions',
  })
}

const described = names('title description version instructions prompt activities')
const runtime = names('extensions parameters settings response retry sub_recipes')
