const interfaceVersion = '0.1.0';

interface DocumentFrame<Operation> {
  readonly title: string;
  readonly description: string;
  /** Prefix of the paths, e.g. `/v1`. */
  readonly server: string;
  readonly operations: readonly Operation[];
  /** What the operations are grouped by, and what is said of each group. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Components besides the security schemes. */
  readonly components: Readonly<Record<string, object>>;
  describe(operation: Operation): object;
}

/** An OpenAPI 3.1 document for operations that require an API key. */
export function openapiFrame<Operation extends { readonly path: string; readonly method: string }>(
  frame: DocumentFrame<Operation>,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of frame.operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: frame.describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: { title: frame.title, version: interfaceVersion, description: frame.description },
    servers: [{ url: frame.server }],
    security: [{ bearer: [] }, { apiKey: [] }],
    ...(frame.tags === undefined ? {} : { tags: tagsOf(frame.tags) }),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      ...frame.components,
    },
  };
}

const tagsOf = (tags: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(tags).map(([name, description]) => ({ name, description }));
