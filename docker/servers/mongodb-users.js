// Creates the services' users at every start, or gives them their current passwords. Scripts of the image would run on an empty volume only.
const root = `stagereel:${encodeURIComponent(process.env.MONGODB_PASSWORD)}`;
const admin = connect(`mongodb://${root}@mongodb:27017/admin?replicaSet=rs0`);
for (const service of ['catalog', 'orders', 'media', 'notify', 'identity']) {
  const name = `stagereel-${service}`;
  const user = { pwd: process.env[`MONGODB_PASSWORD_${service.toUpperCase()}`], roles: [{ role: 'readWrite', db: name }] };
  if (admin.getUser(name)) admin.updateUser(name, user);
  else admin.createUser({ user: name, ...user });
}
