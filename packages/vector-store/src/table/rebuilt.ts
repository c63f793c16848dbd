import type { RebuildReason } from '../collection.ts'
import type { CollectionShape } from '../collection-place.ts'
import { type CollectionMeta, formatVersion } from './collection-meta.ts'

export type ShapeProblem = { readonly reason: RebuildReason; readonly detail: string }

/** Compares a table with the shape of a collection; with `anyModel` its vectors may be of another model. */
export function shapeProblem(
  meta: CollectionMeta,
  shape: CollectionShape,
  { anyModel }: { readonly anyModel: boolean },
): ShapeProblem | undefined {
  if (meta.format !== formatVersion) return { reason: 'format-changed', detail: `${meta.format} to ${formatVersion}` }
  const fields = fieldsOf(shape)
  if (fieldsOf(meta) !== fields) return { reason: 'fields-changed', detail: fields }
  if (anyModel || (meta.modelId === shape.modelId && meta.dimensions === shape.dimensions)) return undefined
  return { reason: 'model-changed', detail: `${modelOf(meta)} to ${modelOf(shape)}` }
}

export function describeShape(shape: Shape): string {
  return `model ${modelOf(shape)} and fields ${fieldsOf(shape)}`
}

type Shape = Pick<CollectionMeta, 'modelId' | 'dimensions' | 'fields'>

function modelOf({ modelId, dimensions }: Shape): string {
  return `${modelId} (${dimensions})`
}

function fieldsOf({ fields }: Shape): string {
  return JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
}
