import { CodedError } from '@datacortex/errors'

/** A row breaks a rule of the collection: its id, its vector or one of its fields. Nothing was written. */
export class RowInvalidError extends CodedError {
  constructor({ collection, id, problem }: { collection: string; id: string; problem: string }) {
    super(
      'VECTOR_STORE_ROW_INVALID',
      `Row ${JSON.stringify(id)} of collection ${collection} was refused: ${problem}.`,
      {
        hint: 'Correct the row and write the batch again; nothing of it was stored.',
        details: { collection, id },
      },
    )
  }
}

/** One batch names the same id twice. Nothing was written. */
export class DuplicateIdError extends CodedError {
  constructor({ collection, id }: { collection: string; id: string }) {
    super(
      'VECTOR_STORE_DUPLICATE_ID',
      `The batch for collection ${collection} has the id ${JSON.stringify(id)} twice.`,
      {
        hint: 'Give each row its own id; nothing of the batch was stored.',
        details: { collection, id },
      },
    )
  }
}

/** A filter names an undeclared field or a value that does not fit it. */
export class FilterInvalidError extends CodedError {
  constructor({ field, problem }: { field: string; problem: string }) {
    super('VECTOR_STORE_FILTER_INVALID', `The filter on ${JSON.stringify(field)} can't be used: ${problem}.`, {
      hint: 'Filter by declared fields only, with values of their kind.',
      details: { field },
    })
  }
}

/** A query asks for something impossible: a vector of another length, a limit below one, weights that say nothing. */
export class QueryInvalidError extends CodedError {
  constructor({ problem }: { problem: string }) {
    super('VECTOR_STORE_QUERY_INVALID', `The search can't be run: ${problem}.`, {
      hint: 'Correct the query and search again.',
    })
  }
}

/** The options a collection is opened with can't be used. */
export class CollectionInvalidError extends CodedError {
  constructor({ collection, problem }: { collection: string; problem: string }) {
    super(
      'VECTOR_STORE_COLLECTION_INVALID',
      `The collection ${JSON.stringify(collection)} can't be opened: ${problem}.`,
      {
        hint: 'Correct the options of `openCollection`.',
        details: { collection },
      },
    )
  }
}

/** Another process rebuilt the collection for another model or other fields while this one had it open. */
export class CollectionChangedError extends CodedError {
  constructor({ collection, expected, found }: { collection: string; expected: string; found: string }) {
    super(
      'VECTOR_STORE_COLLECTION_CHANGED',
      `The collection ${collection} is for ${found} now, and was opened for ${expected}.`,
      {
        hint: 'Index again, or start this again with the settings now in force; vectors of two models are never mixed.',
        details: { collection, expected, found },
      },
    )
  }
}

/** The disk refuses: full, read-only, forbidden, too many open files. The stored rows are as they were. */
export class StorageUnavailableError extends CodedError {
  constructor({ directory, reason, cause }: { directory: string; reason: string; cause?: unknown }) {
    super('VECTOR_STORE_UNAVAILABLE', `The index in ${directory} can't be used: ${reason}.`, {
      hint: 'Free space or correct the permissions, then try again. The index is a cache: deleting it loses nothing.',
      details: { directory },
      cause,
    })
  }
}

/** The collection was closed. */
export class CollectionClosedError extends CodedError {
  constructor({ collection }: { collection: string }) {
    super('VECTOR_STORE_CLOSED', `The collection ${collection} is closed.`, {
      hint: 'Open it again with `openCollection`.',
      details: { collection },
    })
  }
}
