/** The last time at which a lot may expire, milliseconds since 1970: no event can have a time of the year 10000. */
export const lotExpiryMax = Date.parse('9999-12-31T23:59:59.999Z');
