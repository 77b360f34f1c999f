import { knownObject, type KnownObject } from '../requests/known-members.ts';
import { uncountedMemberNames } from '../requests/uncounted-member.ts';

/**
 * `POST /v1/embeddings`. Sources: the types of the official client (openai 7.57, `EmbeddingCreateParams`) with
 * `stream`, and members that say how a vector is made and shortened: vLLM (OpenAI-Compatible Server, Embeddings API:
 * `truncate_prompt_tokens`, `normalize`), Mistral (`output_dtype`, `output_dimension`), Jina and Cohere (`task`,
 * `input_type`, `truncate`, `embedding_type`).
 */
export const knownEmbeddingsMembers: KnownObject = knownObject(
  'model input stream dimensions encoding_format user truncate_prompt_tokens normalize normalized output_dtype ' +
    'output_dimension task input_type truncate embedding_type ' +
    uncountedMemberNames,
);
