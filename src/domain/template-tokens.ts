/**
 * Most tokens that the template of a model adds to a request without tools: marks of roles, and words that the model
 * expects before every conversation, such as the day. Of the templates that were measured, that of OpenAI's open-weight
 * models adds most, 68 (`npm run test:tokenizers`).
 */
export const templateTokensMax = 70;

/** Most tokens that an upstream adds to the state and the questions of a System One prompt. */
export const systemOneTemplateTokensMax = 512;
