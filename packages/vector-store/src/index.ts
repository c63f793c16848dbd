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
export type { Condition, Filter } from './filter.ts'
export { defaultFusionWeights, fuse } from './fuse.ts'
export type { Fused, FusionWeights, ScoredId } from './fuse.ts'
export { isUnspaced, unspacedLetters } from './is-unspaced.ts'
export { openCollection } from './open-collection.ts'
export type { OpenCollectionOptions } from './open-collection.ts'
export type { Rebuilt, RebuildReason } from './rebuilt.ts'
export { rowModels, rowsEpoch } from './rows-epoch.ts'
export type { RowModels } from './rows-epoch.ts'
export type { FieldKind, FieldKinds, FieldValue, FieldValues, FusedHit, LegHit, Row, StoredRow } from './row.ts'
export { splitWord } from './split-word.ts'
