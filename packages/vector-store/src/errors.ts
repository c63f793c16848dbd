import { errorsOf } from '@datacortex/errors'

export const vectorStoreError = errorsOf({
  VECTOR_STORE_ROW_INVALID: {
    message: ({ collection, id, problem }: { collection: string; id: string; problem: string }) =>
      `Row ${JSON.stringify(id)} of collection ${collection} was refused: ${problem}.`,
    hint: 'Correct the row and write the batch again; nothing of it was stored.',
    details: ({ collection, id }) => ({ collection, id }),
  },
  VECTOR_STORE_DUPLICATE_ID: {
    message: ({ collection, id }: { collection: string; id: string }) =>
      `The batch for collection ${collection} has the id ${JSON.stringify(id)} twice.`,
    hint: 'Give each row its own id; nothing of the batch was stored.',
  },
  VECTOR_STORE_FILTER_INVALID: {
    message: ({ field, problem }: { field: string; problem: string }) =>
      `The filter on ${JSON.stringify(field)} can't be used: ${problem}.`,
    hint: 'Filter by declared fields only, with values of their kind.',
    details: ({ field }) => ({ field }),
  },
  VECTOR_STORE_QUERY_INVALID: {
    message: ({ problem }: { problem: string }) => `The search can't be run: ${problem}.`,
    hint: 'Correct the query and search again.',
    details: () => ({}),
  },
  VECTOR_STORE_COLLECTION_INVALID: {
    message: ({ collection, problem }: { collection: string; problem: string }) =>
      `The collection ${JSON.stringify(collection)} can't be opened: ${problem}.`,
    hint: 'Correct the options of `openCollection`.',
    details: ({ collection }) => ({ collection }),
  },
  VECTOR_STORE_COLLECTION_CHANGED: {
    message: ({ collection, expected, found }: { collection: string; expected: string; found: string }) =>
      `The collection ${collection} is for ${found} now, and was opened for ${expected}.`,
    hint: 'Index again, or start this again with the settings now in force; vectors of two models are never mixed.',
  },
  VECTOR_STORE_UNAVAILABLE: {
    message: ({ directory, reason }: { directory: string; reason: string }) =>
      `The index in ${directory} can't be used: ${reason}.`,
    hint: 'Free space or correct the permissions, then try again. The index is a cache: deleting it loses nothing.',
    details: ({ directory }) => ({ directory }),
  },
  VECTOR_STORE_NO_BINARY: {
    message: ({ system }: { system: string }) =>
      `LanceDB, which keeps the index, has no binary that runs here (${system}).`,
    hint: 'All that needs no index works. If others have it there, optional packages were left out: install datacortex again.',
  },
  VECTOR_STORE_CLOSED: {
    message: ({ collection }: { collection: string }) => `The collection ${collection} is closed.`,
    hint: 'Open it again with `openCollection`.',
  },
})
