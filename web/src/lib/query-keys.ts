/** GET /api/user/orders. The menu marks it as outdated before the purchase history opens, and signing out forgets it. */
export const userOrdersKey = ['/api/user/orders'] as const;
