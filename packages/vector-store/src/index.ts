export type { Collection, LegOptions, OperationOptions, SearchQuery, VectorSource } from './collection.ts'
export {
  CollectionChangedError,
  CollectionClosedError,
  CollectionInvalidError,
  DuplicateIdError,
  FilterInvalidError,
  QueryInvalidError,
  RowInvalidError,
  StorageUnavailableError,
} from './errors.ts'
export type { Condition, Filter } from './filter/filter.ts'
export { defaultFusionWeights, fuse } from './search/fuse.ts'
export type { Fused, FusionWeights, ScoredId } from './search/fuse.ts'
export { isUnspaced, unspacedLetters } from './words/is-unspaced.ts'
export { openCollection } from './open-collection.ts'
export type { OpenCollectionOptions } from './open-collection.ts'
export type { Rebuilt, RebuildReason } from './table/rebuilt.ts'
export { rowModels, rowsEpoch } from './table/rows-epoch.ts'
export type { RowModels } from './table/rows-epoch.ts'
export type { FieldKind, FieldKinds, FieldValue, FieldValues, FusedHit, LegHit, Row, StoredRow } from './rows/row.ts'
export { splitWord } from './words/split-word.ts'
