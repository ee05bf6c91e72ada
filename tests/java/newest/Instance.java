void main() { IO.println(twice(3)); }
int twice(int x) { return 10 / (x - 4); }
