package android.os;

public interface IInterface {}
