package lists;

/** Fig. 1 of Gomez-Zamalloa, Albert and Puebla (TPLP 2010). */
class SLNode {
    int data;
    SLNode next;
}
