import type { parseYaml } from '@datacortex/platform/yaml'
import { isScalar, isSeq, YAMLSeq } from 'yaml'

/** Adds tags to those of a note, which stay as they are: numbers, comments and order. */
export function addTags(document: ReturnType<typeof parseYaml>['document'], tags: readonly string[]): void {
  const list = listIn(document)
  if (list === undefined) return
  const held = new Set(list.items.flatMap((item) => (isScalar(item) ? [String(item.value), item.source ?? ''] : [])))
  for (const tag of new Set(tags)) if (!held.has(tag)) list.add(document.createNode(tag))
  if (list.items.length > 0) document.set('tags', list)
}

/** Undefined if a person made something else of the field than tags. */
function listIn(document: ReturnType<typeof parseYaml>['document']): YAMLSeq | undefined {
  const field = document.get('tags', true)
  if (isSeq(field)) return field
  const list = new YAMLSeq()
  if (field === undefined) return list
  if (!isScalar(field)) return undefined
  list.comment = field.comment ?? null
  if (typeof field.value === 'string')
    for (const word of field.value.split(/[,\s]+/)) if (word !== '') list.add(document.createNode(word))
  if (typeof field.value === 'number') list.add(document.createNode(field.source ?? field.value))
  return list
}
