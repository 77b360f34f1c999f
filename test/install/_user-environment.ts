/**
 * A shell of a user: nothing of the npm that runs these tests, whose settings npm hands on as variables. The certificates of a
 * proxy stay.
 */
export const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE$|NODE_(?!EXTRA_CA_CERTS$)|WAYBILL_)/i.test(name),
  ),
);
